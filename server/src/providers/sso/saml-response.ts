import { identityProvider as limits } from '../http/safe-fetch.ts';
import { all, children, names, only, parseXml, textOf, valueOf } from './saml-xml.ts';

interface Expected {
  issuer: string;
  acs: string;
  requestId: string;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const transforms = new Set(['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]);
const methods = new Set(
  ['rsa-sha256', 'rsa-sha384', 'rsa-sha512'].map((name) => `http://www.w3.org/2001/04/xmldsig-more#${name}`),
);
const digests = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/**
 * Checks the structure of a response before its signature is verified: only a response that every parser reads in the same
 * way is accepted, which rules out signature wrapping. Returns the reason for a refusal, or undefined.
 */
export function checkSamlResponse(response: string, { issuer, acs, requestId }: Expected): string | undefined {
  if (response.length > limits.maxSamlResponseBytes) return 'size';
  const root = parseXml(Buffer.from(response, 'base64').toString());
  if (!root) return 'xml';
  if (root.namespaceURI !== names.protocol || root.localName !== 'Response') return 'root';

  const assertions = elementsNamed(root, 'Assertion');
  const [assertion] = assertions;
  if (!assertion || assertions.length > 1 || assertion.parentNode !== root) return 'assertions';
  if (assertion.namespaceURI !== names.assertion || elementsNamed(root, 'EncryptedAssertion').length > 0)
    return 'assertions';

  const ids = [root, ...all(root, '*', '*')].flatMap((element) =>
    ['ID', 'Id', 'id'].flatMap((name) => valueOf(element, name) ?? []),
  );
  if (new Set(ids).size < ids.length || !valueOf(assertion, 'ID')) return 'ids';
  // The library would take these for a bug of its own or for an invalid signature.
  if (children(assertion, names.assertion, 'Conditions').length !== 1) return 'conditions';
  if (all(assertion, names.assertion, 'Attribute').some((one) => !valueOf(one, 'Name'))) return 'attributes';

  const signatures = elementsNamed(root, 'Signature');
  if (signatures.length === 0) return 'signature';
  for (const signature of signatures) {
    const signed = [root, assertion].find((one) => signature.parentNode === one);
    if (!signed || children(signed, names.signature, 'Signature').length > 1 || !isPlainSignature(signature, signed))
      return 'signature';
  }

  const status = only(root, names.protocol, 'Status');
  if (valueOf(status && only(status, names.protocol, 'StatusCode'), 'Value') !== success) return 'status';
  const issuers = children(root, names.assertion, 'Issuer');
  if (issuers.length > 1 || issuers.some((one) => textOf(one) !== issuer)) return 'issuer';
  if ((valueOf(root, 'Destination') ?? acs) !== acs) return 'destination';
  if ((valueOf(root, 'InResponseTo') ?? requestId) !== requestId) return 'inResponseTo';
  return undefined;
}

/** In any namespace: an element that only looks like an assertion or signature counts as one. */
const elementsNamed = (root: Element, name: string) => all(root, '*', name);

/** Whether the signature covers exactly its parent element and uses secure algorithms only. */
function isPlainSignature(signature: Element, signed: Element): boolean {
  const info = only(signature, names.signature, 'SignedInfo');
  const reference = info && only(info, names.signature, 'Reference');
  if (!reference) return false;
  const id = valueOf(signed, 'ID');
  if (id === undefined || valueOf(reference, 'URI') !== `#${id}`) return false;

  const algorithm = (parent: Element, name: string) => valueOf(only(parent, names.signature, name), 'Algorithm') ?? '';
  const used = all(reference, names.signature, 'Transform').map((one) => valueOf(one, 'Algorithm') ?? '');
  return (
    methods.has(algorithm(info, 'SignatureMethod')) &&
    algorithm(info, 'CanonicalizationMethod') === exclusive &&
    digests.has(algorithm(reference, 'DigestMethod')) &&
    used.length <= transforms.size &&
    used.every((one) => transforms.has(one))
  );
}
