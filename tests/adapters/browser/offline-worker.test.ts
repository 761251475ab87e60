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
  readonly hasIdleCallback?: boolean
  readonly rejectsRegistration?: boolean
  readonly hasTrustedTypes?: boolean
}

/** Registers the worker in a fake window that records the calls and messages. */
function registerWorker(options: Options = {}) {
  const {
    path = '/',
    isSecure = true,
    isSupported = true,
    hasIdleCallback = true,
    rejectsRegistration = false,
    hasTrustedTypes = true,
  } = options
  const state = { now: 0, visibility: 'visible', registered: [] as unknown[], policies: [] as string[] }
  const messages: unknown[] = []
  const tasks: (() => void)[] = []
  const listeners: (() => void)[] = []
  const observers: ((list: { getEntries(): readonly { name: string }[] }) => void)[] = []
  class Observer {
    constructor(listener: (typeof observers)[number]) {
      observers.push(listener)
    }
    observe() {}
  }
  const active = { postMessage: (message: unknown) => void messages.push(message) }
  const serviceWorker = {
    controller: active,
    ready: Promise.resolve({ active }),
    async register(url: unknown) {
      state.registered.push(url)
      if (rejectsRegistration) throw new TypeError('refused')
      return {}
    },
  }
  const window = {
    isSecureContext: isSecure,
    PerformanceObserver: Observer,
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
    ...(hasIdleCallback && { requestIdleCallback: (task: () => void) => tasks.push(task) }),
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
    async runIdleTasks() {
      for (const task of tasks.splice(0)) task()
      await new Promise((resolve) => setImmediate(resolve))
    },
    /** Loads a resource after the first save. */
    load(name: string) {
      for (const observer of observers) observer({ getEntries: () => [{ name }] })
    },
    hideAndShow() {
      state.visibility = 'hidden'
      for (const listener of listeners) listener()
      state.visibility = 'visible'
      for (const listener of listeners) listener()
    },
  }
}

const SAVE_MESSAGE = { page: '/', save: true, files: ['/assets/a.js'] }

test.each([true, false])('an idle page registers the worker (requestIdleCallback: %s)', async (hasIdleCallback) => {
  const { state, messages, runIdleTasks } = registerWorker({ hasIdleCallback })
  expect(state.registered).toEqual([])
  await runIdleTasks()
  expect([state.registered, state.policies, messages]).toEqual([
    [`trusted ${WORKER_PATH}`],
    [WORKER_POLICY],
    [SAVE_MESSAGE],
  ])
})

test('a browser without Trusted Types registers the plain URL', async () => {
  const { state, runIdleTasks } = registerWorker({ hasTrustedTypes: false })
  await runIdleTasks()
  expect(state.registered).toEqual([WORKER_PATH])
})

test.each([{ isSecure: false }, { isSupported: false }])('a page with %j registers no worker', async (options) => {
  const { state, tasks } = registerWorker(options)
  expect([tasks, state.registered]).toEqual([[], []])
})

test('a rejected registration sends no message to the worker', async () => {
  const { messages, runIdleTasks } = registerWorker({ rejectsRegistration: true })
  await runIdleTasks()
  expect(messages).toEqual([])
})

test('hiding the home sends the save message at most once a minute', async () => {
  const { state, messages, runIdleTasks, hideAndShow } = registerWorker()
  await runIdleTasks()
  hideAndShow()
  expect(messages).toHaveLength(1)
  state.now = SAVE_INTERVAL_MS
  hideAndShow()
  hideAndShow()
  expect(messages).toEqual([SAVE_MESSAGE, SAVE_MESSAGE])
})

test('the home reports each asset that it loads after the save', async () => {
  const { messages, runIdleTasks, load } = registerWorker()
  await runIdleTasks()
  load('https://dolar.example/assets/chart.js')
  expect(messages).toEqual([SAVE_MESSAGE, { page: '/', files: ['/assets/a.js', '/assets/chart.js'] }])
  load('https://dolar.example/assets/chart.js')
  load('https://dolar.example/api/market')
  load('https://otro.example/assets/b.js')
  expect(messages).toHaveLength(2)
})

test('a page other than the home sends no message', async () => {
  const { messages, runIdleTasks, hideAndShow, load } = registerWorker({ path: '/dashboard/spot/' })
  await runIdleTasks()
  hideAndShow()
  load('https://dolar.example/assets/chart.js')
  expect(messages).toEqual([])
})

test('an open converter is saved too, and other pages are not (D75)', async () => {
  const converter = registerWorker({ path: '/convertidor/' })
  await converter.runIdleTasks()
  expect(converter.messages).toEqual([{ ...SAVE_MESSAGE, page: '/convertidor/' }])
  const other = registerWorker({ path: '/trm/' })
  await other.runIdleTasks()
  expect(other.messages).toEqual([])
})
