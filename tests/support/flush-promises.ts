/** Lets all promises that are settled now run their callbacks. */
export const flushPromises = () => new Promise<void>((resolve) => setImmediate(resolve))
