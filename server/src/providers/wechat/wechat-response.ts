import { noAnswer } from '../provider-result.ts';
import { readJsonObject } from '../http/read-json.ts';

/** `code` is the errcode that the documentation lists; `why` is for the log. */
export type WechatAnswer =
  | { is: 'ok'; answer: Record<string, unknown> }
  | { is: 'refused'; code: number; why: string }
  | { is: 'noAnswer'; why: string };

/** The system is busy: come again. */
const busy = -1;
/** Long enough for the address that must be let in (40164), which it names. */
const longestReason = 120;

/** One question to WeChat, by POST where it has a body. It answers HTTP 200 whatever happened. */
export async function askWechat(url: string, signal: AbortSignal, body?: object): Promise<WechatAnswer> {
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal,
      ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const answer = await readJsonObject(response);
    const { errcode = 0, errmsg } = answer;
    if (!response.ok || typeof errcode !== 'number' || Object.keys(answer).length === 0)
      return { is: 'noAnswer', why: `HTTP ${response.status}` };
    if (errcode === 0) return { is: 'ok', answer };
    const why = `${errcode} ${typeof errmsg === 'string' ? errmsg.slice(0, longestReason) : ''}`.trim();
    return errcode === busy ? { is: 'noAnswer', why } : { is: 'refused', code: errcode, why };
  } catch (error) {
    return noAnswer(error);
  }
}
