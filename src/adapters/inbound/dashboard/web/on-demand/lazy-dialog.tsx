import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

/**
 * A dialog whose code is loaded when it opens for the first time, because most visits to a page open none. It is open
 * while the property `opener` is neither false nor undefined.
 */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  opener: keyof Props,
): ComponentType<Props> {
  const isOpen = (props: Props) => props[opener] !== false && props[opener] !== undefined;
  const Dialog = lazy(async () => ({ default: openAfterMount(await load(), opener, isOpen) }));
  return function LazyDialog(props: Props) {
    const [isNeeded, setNeeded] = useState(false);
    if (isOpen(props) && !isNeeded) setNeeded(true);
    return isNeeded && <Suspense>{<Dialog {...props} />}</Suspense>;
  };
}

/** Mounted closed: a dialog that is open from the start would not return the focus to the button that opened it. */
function openAfterMount<Props extends object>(
  Dialog: ComponentType<Props>,
  opener: keyof Props,
  isOpen: (props: Props) => boolean,
): ComponentType<Props> {
  return function OpenAfterMount(props: Props) {
    const [isMounted, setMounted] = useState(false);
    useEffect(() => setMounted(true), []);
    const closed = { ...props, [opener]: typeof props[opener] === 'boolean' ? false : undefined };
    return <Dialog {...(isMounted || !isOpen(props) ? props : closed)} />;
  };
}
