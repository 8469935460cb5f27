import { noResponse } from '../provider-result.ts';
import type { Fetch } from '../http/upstreams.ts';
import { readJsonObject } from '../http/read-json.ts';

/** `code` is the errcode of WeChat's documentation; `why` is for the log. */
export type WechatResponse =
  | { is: 'ok'; body: Record<string, unknown> }
  | { is: 'refused'; code: number; why: string }
  | { is: 'noResponse'; why: string };

/** The errcode of a busy system, which may be called again. */
const busy = -1;
/** Long enough for the IP address to be allowlisted, which the message of errcode 40164 contains. */
const maxReasonLength = 120;

/** One call to WeChat, by POST if it has a body. WeChat responds with HTTP 200 in every case. */
export async function callWechat(
  url: string,
  signal: AbortSignal,
  requestBody?: object,
  request: Fetch = fetch,
): Promise<WechatResponse> {
  try {
    const headers = { 'content-type': 'application/json' };
    const post = requestBody && { method: 'POST', body: JSON.stringify(requestBody), headers };
    const response = await request(url, { redirect: 'error', signal, ...post });
    const body = await readJsonObject(response);
    const { errcode = 0, errmsg } = body;
    if (!response.ok || typeof errcode !== 'number' || Object.keys(body).length === 0)
      return { is: 'noResponse', why: `HTTP ${response.status}` };
    if (errcode === 0) return { is: 'ok', body };
    const why = `${errcode} ${typeof errmsg === 'string' ? errmsg.slice(0, maxReasonLength) : ''}`.trim();
    return errcode === busy ? { is: 'noResponse', why } : { is: 'refused', code: errcode, why };
  } catch (error) {
    return noResponse(error);
  }
}
