/** Host names and addresses of this machine. */
const LOCAL_HOST = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether a URL is plain HTTP to another machine. */
export function isRemotePlainHttp(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !LOCAL_HOST.test(hostname)
}
