import { useEffect, useState } from 'react';
import { AccessQuestion } from '../flows/oidc-provider/access-question.screen.tsx';
import { PlainPage } from '../layout/plain-page.tsx';

/** An application of someone else asks for access. The URL names the interaction, which only its own session can answer. */
export function Page() {
  const [uid, setUid] = useState<string>();
  useEffect(() => setUid(new URLSearchParams(location.search).get('interaction') ?? ''), []);
  return <PlainPage fill>{uid !== undefined && <AccessQuestion uid={uid} />}</PlainPage>;
}
