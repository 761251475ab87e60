interface UploadRequest {
  readonly path: string
  readonly body: FormData
  /** Receives the sent fraction, 0 to 1. */
  readonly onProgress: (fraction: number) => void
  readonly signal: AbortSignal
}

/** Uploads with `XMLHttpRequest`, because `fetch` reports no progress. Rejects as `fetch` does. */
export const createBrowserUpload =
  ({ window, base }: { readonly window: Window & typeof globalThis; readonly base: string }) =>
  ({ path, body, onProgress, signal }: UploadRequest) =>
    new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const request = new window.XMLHttpRequest()
      const abort = () => request.abort()
      const settle = (action: () => void) => () => {
        signal.removeEventListener('abort', abort)
        action()
      }
      signal.addEventListener('abort', abort)
      request.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
        if (lengthComputable && total > 0) onProgress(loaded / total)
      })
      request.addEventListener(
        'load',
        settle(() => resolve({ status: request.status, text: request.responseText })),
      )
      request.addEventListener(
        'error',
        settle(() => reject(new TypeError('upload failed'))),
      )
      request.addEventListener(
        'abort',
        settle(() => reject(signal.reason)),
      )
      request.open('POST', `${base}${path}`)
      request.send(body)
    })
