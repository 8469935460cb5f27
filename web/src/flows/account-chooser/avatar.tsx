import type { RememberedAccount } from '@foyer/contract/pages/remembered-account';
import { Icon } from '../../ui/icons/icon.tsx';
import css from './avatar.module.css';

const person = 'M12 4a4 4 0 1 1 0 8a4 4 0 0 1 0-8M4.5 20.5c1-4 4-5.5 7.5-5.5s6.5 1.5 7.5 5.5';

/** The first letter of the name or of the e-mail address; a mobile number has none. */
export function Avatar({ account: { name, account, kind }, small }: { account: RememberedAccount; small?: boolean }) {
  const [initial] = name ?? (kind === 'email' ? account : '');
  return (
    <span className={small ? css.small : css.avatar} aria-hidden="true">
      {initial?.toUpperCase() ?? <Icon d={person} size={small ? 16 : 20} />}
    </span>
  );
}
