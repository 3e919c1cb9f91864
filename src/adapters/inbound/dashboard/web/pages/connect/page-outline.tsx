import { Anchor, Text } from '@mantine/core';
import { type MouseEvent, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { dashboardPath } from '../../start/base-address.ts';

interface Entry {
  /** Id of the heading. */
  readonly id: string;
  readonly title: string;
}

interface OutlineEntry extends Entry {
  readonly entries: readonly Entry[];
}

/** Links to the headings of the page. */
export function PageOutline({ entries }: { readonly entries: readonly OutlineEntry[] }) {
  useEffect(() => {
    showLinkedHeading();
    window.addEventListener('hashchange', showLinkedHeading);
    return () => window.removeEventListener('hashchange', showLinkedHeading);
  }, []);
  return (
    <nav className="connect-outline" aria-labelledby="outline">
      <Text size="sm" fw={650} mb={4} id="outline">
        On this page
      </Text>
      <ul>
        {entries.map(({ entries: inner, ...entry }) => (
          <li key={entry.id}>
            <HeadingLink {...entry} />
            {inner.length > 0 && (
              <ul>
                {inner.map((one) => (
                  <li key={one.id}>
                    <HeadingLink {...one} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

function HeadingLink({ id, title }: Entry) {
  const [path] = useLocation();
  const search = useSearch();
  // The full path, because with a <base> a bare "#id" would lead to another page.
  const href = `${dashboardPath}${path}${search === '' ? '' : `?${search}`}#${id}`;
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    window.history.replaceState(null, '', href);
    showHeading(id);
  };
  return (
    <Anchor href={href} onClick={show} underline="hover" inherit>
      {title}
    </Anchor>
  );
}

/** The heading that the address names. */
function showLinkedHeading(): void {
  if (window.location.hash !== '') showHeading(window.location.hash.slice(1));
}

/** Scrolls to the heading, and lets the keyboard go on from there. */
function showHeading(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
