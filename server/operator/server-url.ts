/** Address of the running server: of OPERATOR_URL, else this machine's with the server's PORT. */
export function readServerUrl({ OPERATOR_URL: url, PORT: port = '3000' }: NodeJS.ProcessEnv): string {
  return (url ?? `http://localhost:${port}`).replace(/\/+$/, '')
}
