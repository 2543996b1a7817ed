import { Notice } from '../parts/notice.tsx';
import { Link } from './link.tsx';
import type { Navigation } from './route.ts';

/** A field that does not exist, or is another owner's: both look the same. */
export function NoField({ navigation, isAwaited = false }: { navigation: Navigation; isAwaited?: boolean }) {
  const text = isAwaited
    ? 'After the first start of Furrow, the sample farm takes about a minute to arrive: this page shows the field as soon as it is there.'
    : 'Fields that were deleted have no page.';
  return (
    <Notice title="There is no such field, or it is not yours" text={text}>
      <Link to={{ page: 'users' }} navigation={navigation}>
        Show all users
      </Link>
    </Notice>
  );
}
