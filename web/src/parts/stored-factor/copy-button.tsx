import { useState } from 'react';
import { useTranslate } from '../../platform/i18n/texts.ts';
import { Button } from '../../ui/button.tsx';

/** Copies a text. Its label says when that is done; where the browser refuses, the person selects the text. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useTranslate();
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => {},
    );
  return <Button onClick={copy}>{isCopied ? t('factor.copied') : label}</Button>;
}
