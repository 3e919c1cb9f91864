/** Masks the instances of a class wherever they are converted to text: in templates, JSON and logs. */
export function maskPrinted(secret: { readonly prototype: object }, mask: string): void {
  for (const method of ['toString', 'toJSON', Symbol.for('nodejs.util.inspect.custom')]) {
    Object.defineProperty(secret.prototype, method, { value: () => mask });
  }
}
