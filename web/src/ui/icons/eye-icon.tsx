import { Icon } from './icon.tsx';

const eye = 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM9 12a3 3 0 1 0 6 0a3 3 0 1 0-6 0';

export const EyeIcon = ({ crossed }: { crossed: boolean }) => <Icon d={crossed ? `${eye}M4 20 20 4` : eye} />;
