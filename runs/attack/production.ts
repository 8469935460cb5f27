import { findCompany } from '@foyer/contract/flows/sso-domain';
import { createBrowser } from './browser.ts';
import { peopleOf } from './people/people.ts';
import type { Installation } from './installation.ts';
import type { Numbers } from './numbers.ts';

/** As an installation that was tried with the sandbox is opened to everyone: without NODE_ENV. */
const settings = { PUBLIC_URL: 'https://sign.foyer.test', SMS_GATEWAY: 'none', SSO: 'on', DRAIN_SECONDS: '0' };
const companies = ['acme', 'globex', 'initech'];

/**
 * Starts nodes of production on the database that the sandbox has filled, before and after its people are removed, and
 * tries what the sandbox publishes.
 */
export async function measureProduction(installation: Installation, _numbers: Numbers, print: (line: string) => void) {
  const { sandbox, newPerson, signIn } = peopleOf(installation);
  const { mobile } = await newPerson();
  const { people } = await sandbox<{ people: { mobile?: string; email?: string }[] }>('/people');
  const published = people.flatMap(({ mobile: number, email }) => [number, email]).filter((name) => name !== undefined);

  /** Starts two nodes, and counts which people and companies they let in. */
  async function attackTwoNodes() {
    const counted = { started: 0, accepted: 0, offered: 0 };
    for (let n = 0; n < 2; n++) {
      const node = await installation.startNode(settings);
      if (!node) continue;
      counted.started += 1;
      const browser = () => createBrowser({ ...installation, origins: [node.origin], publicUrl: settings.PUBLIC_URL });
      for (const name of published)
        if ((await signIn(browser(), name)).is !== 'wrongCredentials') counted.accepted += 1;
      for (const domain of companies) {
        const found = await browser().call(findCompany, { domain, agreed: true });
        if (found.is !== 'done' || found.data.ifExistDomain !== false) counted.offered += 1;
      }
      await node.stop();
    }
    return counted;
  }

  const before = await attackTwoNodes();
  print(`${before.started} of 2 nodes start on the database of the sandbox`);
  const { code, output } = await installation.foyer(['sandbox', 'remove', '--yes'], settings);
  if (code !== 0) throw new Error(`foyer sandbox remove failed:\n${output}`);
  const after = await attackTwoNodes();
  print(`${after.started} of 2 nodes start after foyer sandbox remove`);
  const [kept] = await installation.sql(`select count(*) from accounts where mobile = '${mobile}'`);
  const exactly = (number: string, bar: number, result: number) => ({
    number,
    bar: `${bar}`,
    result: `${result}`,
    isMet: result === bar,
  });
  return {
    rows: [
      exactly('nodes of production that start on a database of the sandbox', 0, before.started),
      exactly('the same after foyer sandbox remove', 2, after.started),
      exactly(`${published.length} published people accepted with their password`, 0, before.accepted + after.accepted),
      exactly('companies of the sandbox offered', 0, before.offered + after.offered),
      exactly('other people kept', 1, Number(kept)),
    ],
    raw: { production: { before, after } },
  };
}
