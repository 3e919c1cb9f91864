import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';

interface DialogProps {
  readonly opened: boolean;
}

/** A dialog whose code is loaded when it opens for the first time, because most visits to a page open none. */
export function lazyDialog<Props extends DialogProps>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Dialog = lazy(async () => {
    const Loaded = await load();
    return { default: (props: Props) => <OpenAfterMount Dialog={Loaded} {...props} /> };
  });
  return function LazyDialog(props: Props) {
    const [isNeeded, setNeeded] = useState(props.opened);
    if (props.opened && !isNeeded) setNeeded(true);
    return isNeeded && <Suspense>{<Dialog {...props} />}</Suspense>;
  };
}

/** Mounted closed: a dialog that is open from the start would not return the focus to the button that opened it. */
function OpenAfterMount<Props extends DialogProps>({
  Dialog,
  ...props
}: Props & { readonly Dialog: ComponentType<Props> }) {
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const dialogProps = { ...(props as unknown as Props), opened: props.opened && isMounted };
  return <Dialog {...dialogProps} />;
}
