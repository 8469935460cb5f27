import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { notSignedInYet, unknownPerson } from '../flows/qr-login.ts';
import { fingerprint, handle, secondFactorCanStart, signedIn } from '../flows/sign-in.ts';
import { scanCodesThatBind } from '../result-codes.ts';
import { numberOrText } from '../rules/answer-shapes.ts';

export const pollWechatScan = defineCall({
  method: 'GET',
  path: '/thirdparty/wechatOfficeFocus/result',
  purpose: 'Poll the result of a WeChat scan',
  access: 'anyone',
  request: v.object({ sceneId: handle, loginId: handle, fingerprint }),
  response: v.union([v.object({ ...unknownPerson.entries, scanCode: v.picklist(scanCodesThatBind) }), signedIn]),
  reads: v.nullish(
    v.pipe(
      v.partial(v.object({ ...signedIn.entries, ...unknownPerson.entries, scanCode: numberOrText })),
      v.check((data) => secondFactorCanStart(data)),
    ),
    {},
  ),
  refusals: notSignedInYet,
});
