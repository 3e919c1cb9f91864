import type { ServiceIdentifier } from 'inversify';

/**
 * A bare symbol says nothing about what is bound to it. Returned as a ServiceIdentifier<Service>, it does:
 * binding or injecting the wrong thing under a token is then a compile error.
 */
export const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol(name);
