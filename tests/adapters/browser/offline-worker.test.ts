import { expect, test } from 'vitest'

import {
  registerOfflineWorker,
  SAVE_INTERVAL_MS,
  WORKER_PATH,
  WORKER_POLICY,
} from '#src/adapters/browser/offline-worker.ts'

interface Options {
  readonly path?: string
  readonly isSecure?: boolean
  readonly isSupported?: boolean
  readonly canIdle?: boolean
  readonly isRefused?: boolean
  readonly hasTrustedTypes?: boolean
}

/** A window whose service worker container records its calls. */
function createWindow(options: Options = {}) {
  const {
    path = '/',
    isSecure = true,
    isSupported = true,
    canIdle = true,
    isRefused = false,
    hasTrustedTypes = true,
  } = options
  const state = { now: 0, visibility: 'visible', registered: [] as unknown[], policies: [] as string[] }
  const messages: unknown[] = []
  const tasks: (() => void)[] = []
  const listeners: (() => void)[] = []
  const active = { postMessage: (message: unknown) => void messages.push(message) }
  const serviceWorker = {
    controller: active,
    ready: Promise.resolve({ active }),
    async register(url: unknown) {
      state.registered.push(url)
      if (isRefused) throw new TypeError('refused')
      return {}
    },
  }
  const window = {
    isSecureContext: isSecure,
    location: { pathname: path, origin: 'https://dolar.example' },
    navigator: isSupported ? { serviceWorker } : {},
    performance: {
      now: () => state.now,
      getEntriesByType: () => [
        { name: 'https://dolar.example/assets/a.js' },
        { name: 'https://dolar.example/assets/a.js' },
        { name: 'https://dolar.example/api/market' },
        { name: 'https://otro.example/assets/b.js' },
      ],
    },
    document: {
      get visibilityState() {
        return state.visibility
      },
      addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
    },
    setTimeout: (task: () => void) => tasks.push(task),
    ...(canIdle && { requestIdleCallback: (task: () => void) => tasks.push(task) }),
    ...(hasTrustedTypes && {
      trustedTypes: {
        createPolicy(name: string, rules: { createScriptURL(url: string): string }) {
          state.policies.push(name)
          return { createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}` }
        },
      },
    }),
  }
  registerOfflineWorker({ window: window as unknown as Parameters<typeof registerOfflineWorker>[0]['window'] })
  return {
    state,
    messages,
    tasks,
    async runIdle() {
      for (const task of tasks.splice(0)) task()
      await new Promise((resolve) => setImmediate(resolve))
    },
    hide() {
      state.visibility = 'hidden'
      for (const listener of listeners) listener()
      state.visibility = 'visible'
      for (const listener of listeners) listener()
    },
  }
}

const SAVED = { save: true, files: ['/assets/a.js'] }

test.each([true, false])('the worker is registered when the page is idle (idle callback %s)', async (canIdle) => {
  const { state, messages, runIdle } = createWindow({ canIdle })
  expect(state.registered).toEqual([])
  await runIdle()
  expect([state.registered, state.policies, messages]).toEqual([[`trusted ${WORKER_PATH}`], [WORKER_POLICY], [SAVED]])
})

test('a browser without Trusted Types registers the plain address', async () => {
  const { state, runIdle } = createWindow({ hasTrustedTypes: false })
  await runIdle()
  expect(state.registered).toEqual([WORKER_PATH])
})

test.each([{ isSecure: false }, { isSupported: false }])('the page registers no worker with %o', async (options) => {
  const { state, tasks } = createWindow(options)
  expect([tasks, state.registered]).toEqual([[], []])
})

test('a rejected registration has no effect', async () => {
  const { messages, runIdle } = createWindow({ isRefused: true })
  await runIdle()
  expect(messages).toEqual([])
})

test('the home is saved again when the page is hidden, at most once a minute', async () => {
  const { state, messages, runIdle, hide } = createWindow()
  await runIdle()
  hide()
  expect(messages).toHaveLength(1)
  state.now = SAVE_INTERVAL_MS
  hide()
  hide()
  expect(messages).toEqual([SAVED, SAVED])
})

test('another page is not saved', async () => {
  const { messages, runIdle, hide } = createWindow({ path: '/dashboard/spot/' })
  await runIdle()
  hide()
  expect(messages).toEqual([])
})
