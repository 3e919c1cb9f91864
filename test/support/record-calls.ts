/** Wraps an object and records the names of its methods in call order. */
export function recordCalls<Target extends object>(
  target: Target,
): { readonly object: Target; readonly calls: string[] } {
  const calls: string[] = [];
  const object = new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...values: unknown[]) => {
        calls.push(String(name));
        return member.apply(target, values);
      };
    },
  });
  return { object, calls };
}

/** Wraps an object and runs an interruption before each of the first calls of the given methods. */
export function interruptCalls<Target extends object>(
  target: Target,
  methods: readonly (keyof Target)[],
  interruption: () => Promise<unknown>,
  times = Number.POSITIVE_INFINITY,
): Target {
  let left = times;
  return new Proxy(target, {
    get(_, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return async (...values: unknown[]) => {
        if (methods.includes(name as keyof Target) && left > 0) {
          left -= 1;
          await interruption();
        }
        return member.apply(target, values);
      };
    },
  });
}

/** Runs an interruption right before the next call of a method. */
export function interruptNext<Target extends object>(
  target: Target,
  method: keyof Target,
  interruption: () => Promise<unknown>,
): void {
  target[method] = interruptCalls(target, [method], interruption, 1)[method];
}
