import { lazyPart } from '../../platform/lazy/lazy-part.ts';
import { LoadWhenIdle } from '../../ui/loading/load-when-idle.tsx';

const SandboxDrawer = lazyPart(() => import('./sandbox-drawer.tsx').then((m) => m.SandboxDrawer));

/**
 * `phone` is the URL of the sandbox's phone, which only a service with a sandbox names. A package has this file, but none
 * whose name begins with "sandbox".
 */
export const LazySandboxDrawer = (props: { phone: string; signedIn: boolean }) => (
  <LoadWhenIdle>
    <SandboxDrawer {...props} />
  </LoadWhenIdle>
);
