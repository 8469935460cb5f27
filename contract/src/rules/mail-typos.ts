/** The e-mail domains that people use most. */
const wellKnown = [
  'qq.com',
  '163.com',
  '126.com',
  'foxmail.com',
  'sina.com',
  'aliyun.com',
  'gmail.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'yahoo.com',
];

/** The e-mail address that was probably meant, when the typed domain is one typing error away from a well-known one. */
export function suggestedEmail(typed: string): string | undefined {
  const at = typed.lastIndexOf('@');
  const domain = typed
    .slice(at + 1)
    .trim()
    .toLowerCase();
  if (at < 1 || domain.length < 5 || domain.length > 20 || wellKnown.includes(domain)) return undefined;
  const meant = wellKnown.find((known) => isOneTypoFrom(domain, known));
  return meant && `${typed.slice(0, at)}@${meant}`;
}

/** One letter wrong, missing or added, or two letters swapped. */
function isOneTypoFrom(typed: string, meant: string): boolean {
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start++;
  const rest = [typed.slice(start), meant.slice(start)] as const;
  const [a, b] = rest;
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  );
}
