/** Waits until the callbacks of all settled promises have run. */
export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))
