import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

// Vitest runs this setup file again for every test file: the files of a worker share their imports
// and the document.

/** Raises the timeout of the library from one second, which is too short on a busy machine. */
configure({ asyncUtilTimeout: 60_000 })

/** Chart.js reads its prototype, and happy-dom does not define it. */
Object.assign(globalThis, { ResizeObserverEntry: class {} })

afterEach(cleanup)

afterAll(() => vi.unstubAllGlobals())
