import { Link } from './link.tsx';
import type { Navigation } from './route.ts';

/** The way back: to the users, and to the fields of one. */
export function Crumbs({ svcUserId, navigation }: { svcUserId?: string; navigation: Navigation }) {
  return (
    <nav class="crumbs" aria-label="Where you are">
      <Link to={{ page: 'users' }} navigation={navigation}>
        Users
      </Link>
      {svcUserId !== undefined && (
        <Link to={{ page: 'user', svcUserId }} navigation={navigation}>
          Fields
        </Link>
      )}
    </nav>
  );
}
