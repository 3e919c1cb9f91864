import { Fragment } from 'react';

/** A path or prompt name that may wrap after a slash, where browsers do not wrap by themselves. */
export function BreakableName({ name }: { readonly name: string }) {
  const [first, ...others] = name.split(/(?<=[^ ]\/)/);
  return (
    <>
      {first}
      {others.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts may repeat, and never change their order.
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}
