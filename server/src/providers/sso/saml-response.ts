import { identityProvider as limits } from '../../platform/service-limits.ts';
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
 * Looks at a response before its signature is: whether it has the one shape that can be read in only one way. Gives back
 * what is wrong with it, or undefined.
 */
export function readSamlResponse(response: string, { issuer, acs, requestId }: Expected): string | undefined {
  if (response.length > limits.maxSamlResponseBytes) return 'size';
  const root = parseXml(Buffer.from(response, 'base64').toString());
  if (!root) return 'xml';
  if (root.namespaceURI !== names.protocol || root.localName !== 'Response') return 'root';

  const assertions = named(root, 'Assertion');
  const [assertion] = assertions;
  if (!assertion || assertions.length > 1 || assertion.parentNode !== root) return 'assertions';
  if (assertion.namespaceURI !== names.assertion || named(root, 'EncryptedAssertion').length > 0) return 'assertions';

  const ids = everything(root).flatMap((element) => ['ID', 'Id', 'id'].flatMap((name) => valueOf(element, name) ?? []));
  if (new Set(ids).size < ids.length) return 'ids';

  const signatures = named(root, 'Signature');
  if (signatures.length === 0) return 'signature';
  for (const signature of signatures) {
    const signed = [root, assertion].find((one) => signature.parentNode === one);
    if (!signed || children(signed, names.signature, 'Signature').length > 1 || !isPlain(signature, signed))
      return 'signature';
  }

  const status = only(root, names.protocol, 'Status');
  if (valueOf(status && only(status, names.protocol, 'StatusCode'), 'Value') !== success) return 'status';
  const sender = children(root, names.assertion, 'Issuer');
  if (sender.length > 1 || sender.some((one) => textOf(one) !== issuer)) return 'issuer';
  if ((valueOf(root, 'Destination') ?? acs) !== acs) return 'destination';
  if ((valueOf(root, 'InResponseTo') ?? requestId) !== requestId) return 'inResponseTo';
  return undefined;
}

/** By that name in whatever namespace: what is dressed up as one counts as one. */
const named = (root: Element, name: string) => all(root, '*', name);
const everything = (root: Element) => [root, ...all(root, '*', '*')];

/** Covers just the element that it stands in, by means that are not broken. */
function isPlain(signature: Element, signed: Element): boolean {
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
