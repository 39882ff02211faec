/** Who a provider is: two addresses of one host are one provider, on whichever chain. */

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** What makes two providers two: their host names. Servers on the operator's own machine are told apart by their ports. */
export function providerIdentity(base: string): string {
  const { hostname, host } = new URL(base);
  return LOOPBACK.test(hostname) ? host : hostname.replace(/\.$/, '');
}
