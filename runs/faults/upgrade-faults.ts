import { join } from 'node:path';
import { root } from '../../scripts/support/root.mjs';
import { launchChromium } from '../chromium.ts';
import type { Amounts, Fault } from './fault.ts';
import type { Installation } from './installation.ts';
import type { NodeProcess } from '../installation/node-process.ts';
import { restartRows, underLoad } from './kill-faults.ts';
import { writeOtherBuild } from './other-build.ts';
import { notStarted, openTab } from './sign-in-tab.ts';
import { atLeast, none } from './table-rows.ts';
import type { SignIn } from './sign-in-tab.ts';

/** Nodes of two builds, whose page has other files. */
export const upgradeFaults: Fault[] = [{ name: 'upgrade to another build and rollback', isShort: true, run: upgrade }];

/** Each time the nodes are upgraded one by one, and then rolled back, while people sign in. */
async function upgrade(installation: Installation, { upgrades, people, isTimed }: Amounts) {
  const otherBuild = join(installation.folder, 'other-build');
  writeOtherBuild(otherBuild);
  const browser = await launchChromium();
  const open = (way: SignIn['way']) => openTab(browser, installation, way);
  const windows: SignIn[] = [];
  const tabs: SignIn[] = [];
  let unclean = 0;
  try {
    const result = await underLoad(
      installation,
      { times: 2 * upgrades, seed: 7, pauses: 600, people, isTimed },
      async (n) => {
        const opened = await Promise.all([open('password'), open('code')]);
        for (const node of installation.nodes) {
          const replaced = replace(node, n % 2 === 0 ? otherBuild : root);
          await Promise.all([replaced, signInDuring(replaced)]);
          // Each request meets another build now.
          if (node === installation.nodes[0]) await signInNew();
        }
        tabs.push(...(await Promise.all(opened.map((signIn) => signIn()))));
      },
    );
    const all = [...windows, ...tabs];
    const count = (signIns: readonly SignIn[], isWanted: (signIn: SignIn) => boolean | undefined) =>
      signIns.filter(isWanted).length;
    const sum = (signIns: readonly SignIn[]) => signIns.reduce((presses, { repeated }) => presses + repeated, 0);
    const hasFailed = ({ problem }: SignIn) => problem !== undefined;
    result.rows.push(
      ...restartRows(result, unclean, isTimed),
      none(`failed sign-ins in new windows, of ${windows.length}`, count(windows, hasFailed)),
      none(`failed sign-ins in tabs opened before, of ${tabs.length}`, count(tabs, hasFailed)),
      none(
        'pages that did not start',
        count(all, ({ problem }) => problem?.endsWith(notStarted)),
      ),
      none(
        'tabs that lost the typed account',
        count(tabs, ({ typed }) => !typed),
      ),
      none(
        'pages that loaded themselves again more than once',
        count(all, ({ reloads }) => reloads > 1),
      ),
      // Otherwise no tab has needed a part that no node has any more.
      atLeast(
        'tabs that loaded the other build by themselves',
        2 * upgrades,
        count(tabs, ({ reloads }) => reloads > 0),
      ),
      { number: 'presses of people for whom nothing happened', bar: '–', result: `${sum(all)}`, isMet: true },
    );
    return { ...result, raw: { ...result.raw, windows, tabs } };
  } finally {
    await browser.close();
  }

  async function signInNew() {
    const signIn = await open('password');
    windows.push(await signIn());
  }

  async function replace(node: NodeProcess, build: string) {
    if ((await node.stop()) !== 0) unclean += 1;
    await node.start({}, { build });
  }

  /** People sign in, each in a new window, until a node is replaced; in the short form one of them. */
  async function signInDuring(replaced: Promise<unknown>) {
    const end = new AbortController();
    const abort = () => end.abort();
    void replaced.then(abort, abort);
    await signInNew();
    if (isTimed) while (!end.signal.aborted) await signInNew();
  }
}
