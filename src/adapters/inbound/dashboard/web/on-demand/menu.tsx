import type { Menu as LibraryMenu, MenuProps } from '@mantine/core';
import {
  Children,
  type ComponentProps,
  type ComponentType,
  cloneElement,
  isValidElement,
  type ReactElement,
  type RefAttributes,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Set when the first menu of the page is about to open. */
let library: typeof LibraryMenu | undefined;

async function load(): Promise<void> {
  library ??= (await import('../forms/library-menu.ts')).default;
}

type ButtonElement = ReactElement<ComponentProps<'button'> & RefAttributes<HTMLButtonElement>>;

/**
 * Mantine's menu, loaded when it is first pointed at or focused: with what it needs to find its place on the page, it is
 * a tenth of the code that every page loads.
 */
function LazyMenu({ children, ...props }: MenuProps) {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  // The error boundary offers to reload the page.
  if (problem) throw problem;
  if (isAsked) return <OpenMenu {...props}>{children}</OpenMenu>;
  const preload = () => void load().catch(() => undefined);
  const ask = () => void load().then(() => setAsked(true), setProblem);
  return cloneElement(targetIn(children), {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: ask,
  });
}

/** Mounted closed and then opened, so that the focus goes into the menu and comes back to the button. */
function OpenMenu({ children, ...props }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  const Library = library as typeof LibraryMenu;
  return (
    <Library {...props} opened={opened} onChange={setOpened}>
      <Library.Target>{cloneElement(targetIn(children), { ref: button })}</Library.Target>
      {Children.toArray(children).filter((child) => !isTarget(child))}
    </Library>
  );
}

type PartName = 'Target' | 'Dropdown' | 'Item' | 'RadioItem' | 'Label' | 'Divider';

/** A part of a menu, which is rendered only inside an open one. */
function part(name: PartName) {
  return function MenuPart(props: object) {
    const Part = library?.[name] as ComponentType<object> | undefined;
    return Part && <Part {...props} />;
  };
}

const Target = part('Target');

const isTarget = (child: unknown): child is ReactElement<{ readonly children: ButtonElement }> =>
  isValidElement(child) && child.type === Target;

function targetIn(children: MenuProps['children']): ButtonElement {
  const target = Children.toArray(children).find(isTarget);
  if (!target) throw new Error('a menu needs a target');
  return target.props.children;
}

export const Menu = Object.assign(LazyMenu, {
  Target,
  Dropdown: part('Dropdown'),
  Item: part('Item'),
  RadioItem: part('RadioItem'),
  Label: part('Label'),
  Divider: part('Divider'),
}) as typeof LazyMenu & Pick<typeof LibraryMenu, PartName>;
