import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Vitest runs this setup file again for every test file: the files of a worker share their imports
// and the document.

/** The default timeout of Testing Library, one second, is too short on a busy machine. */
configure({ asyncUtilTimeout: 60_000 })

/** Chart.js reads the prototype of ResizeObserverEntry, which happy-dom does not define. */
Object.assign(globalThis, { ResizeObserverEntry: class {} })

afterEach(cleanup)

afterAll(() => vi.unstubAllGlobals())
