import { Notice } from '../parts/notice.tsx';
import { Link } from './link.tsx';
import type { Navigation } from './route.ts';

/** A field that does not exist, or is another owner's: both look the same. */
export function NoField({ navigation }: { navigation: Navigation }) {
  return (
    <Notice title="There is no such field, or it is not yours" text="Fields that were deleted have no page.">
      <Link to={{ page: 'users' }} navigation={navigation}>
        Show all users
      </Link>
    </Notice>
  );
}
