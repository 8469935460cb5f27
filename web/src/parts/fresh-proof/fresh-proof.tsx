import { type ReactNode, createContext, useContext, useState } from 'react';
import { FreshProofDialog } from './fresh-proof-dialog.tsx';
import type { NeedsFreshProof, ProofRequest } from './proof-request.ts';

type Result = { is: string };
/** `cancelled`: the person closed the dialog, and nothing was changed. */
type AfterProof<R extends Result> = Exclude<R, { is: 'needsFreshProof' }> | { is: 'cancelled' };
/** Makes a call that needs a fresh proof; where it is missing, asks for it and makes the call again. */
type Run = <R extends Result>(call: () => Promise<R>) => Promise<AfterProof<R>>;

interface Proof {
  run: Run;
  /** The number or address of whoever proves: password managers fill in the password of it. Read when the dialog opens. */
  username: { current: string };
}

const FreshProofContext = createContext<Proof | undefined>(undefined);

export function useFreshProof(): Proof {
  const proof = useContext(FreshProofContext);
  if (!proof) throw new Error('useFreshProof is called outside <FreshProof>');
  return proof;
}

interface Asking {
  request: ProofRequest;
  answer(isProven: boolean): void;
}

interface Props {
  /** A call has found that the session has ended, perhaps in another tab. */
  onSignedOut(): void;
  children: ReactNode;
}

/** Shows the dialog that asks for a fresh proof, over what is inside. */
export function FreshProof({ onSignedOut, children }: Props) {
  const [asking, setAsking] = useState<Asking>();
  const [proof] = useState<Proof>(() => ({ run: createRun(setAsking, onSignedOut), username: { current: '' } }));
  return (
    <FreshProofContext value={proof}>
      {children}
      {asking && <FreshProofDialog request={asking.request} username={proof.username.current} onEnd={asking.answer} />}
    </FreshProofContext>
  );
}

export function createRun(show: (asking: Asking | undefined) => void, onSignedOut: () => void): Run {
  return async function run<R extends Result>(call: () => Promise<R>): Promise<AfterProof<R>> {
    const result: Result = await call();
    if (result.is === 'notSignedIn') onSignedOut();
    if (!needsProof(result)) return result as AfterProof<R>;
    const isProven = await new Promise<boolean>((answer) => show({ request: result.data, answer }));
    show(undefined);
    return isProven ? run(call) : { is: 'cancelled' };
  };
}

const needsProof = (result: Result): result is NeedsFreshProof => result.is === 'needsFreshProof';
