import type { ComponentChildren } from 'preact';
import type { Navigation, Route } from './route.ts';

interface LinkProps {
  to: Route;
  navigation: Navigation;
  class?: string;
  isCurrent?: boolean;
  children: ComponentChildren;
}

/** A link within the console: followed without loading the page, or by the browser if it is to open another tab. */
export function Link({ to, navigation, class: name, isCurrent = false, children }: LinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    navigation.go(to);
  };
  return (
    <a href={navigation.href(to)} class={name} aria-current={isCurrent ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  );
}
