import type { SendUpload } from '#src/adapters/http/imc/upload.ts'

/** Uploads with `fetch`; calls `onProgress` only at the end. */
export const createFetchUpload =
  ({ base, fetch }: { readonly base: string; readonly fetch: typeof globalThis.fetch }): SendUpload =>
  async ({ path, body, onProgress, signal }) => {
    const response = await fetch(`${base}${path}`, { method: 'POST', body, signal })
    const text = await response.text()
    onProgress(1)
    return { status: response.status, text }
  }
