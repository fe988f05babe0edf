/** Work that runs while a store has subscribers. */

type Subscribe = (...args: never[]) => () => void;

/**
 * Wraps the `subscribe` of a store: `activate` runs for the first subscriber; the function that it returns runs after
 * the last one unsubscribes.
 */
export function activateOnSubscribe<S extends Subscribe>(
  subscribe: S,
  activate: (() => () => void) | undefined,
): {readonly subscribe: S; readonly hasSubscribers: () => boolean} {
  let subscribers = 0;
  let deactivate: (() => void) | undefined;
  const subscribeCounted = (...args: Parameters<S>): (() => void) => {
    // `activate` runs before the subscription: changes that it makes at once need no notification, because the new
    // subscriber reads the state anyway.
    if (++subscribers === 1) deactivate = activate?.();
    const unsubscribe = subscribe(...args);
    let isUnsubscribed = false;
    return () => {
      if (isUnsubscribed) return;
      isUnsubscribed = true;
      unsubscribe();
      if (--subscribers > 0) return;
      deactivate?.();
      deactivate = undefined;
    };
  };
  // All overloads of `subscribe` return the function that ends the subscription.
  return {subscribe: subscribeCounted as S, hasSubscribers: () => subscribers > 0};
}
