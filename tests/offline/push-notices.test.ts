import { expect, test } from 'vitest'

import { createPushNotices } from '#src/offline/push-notices.ts'

const ORIGIN = 'https://dolar.example'

const MESSAGE = { titulo: 'Dólar spot: sube a 4.000,00', texto: 'Se negoció.', etiqueta: 'alerta-7', direccion: '/x/' }

function setUp(openUrls: readonly string[] = []) {
  const shown: { title: string; options: NotificationOptions }[] = []
  const [focused, opened]: [string[], string[]] = [[], []]
  const notices = createPushNotices({
    origin: ORIGIN,
    registration: { showNotification: async (title, options) => void shown.push({ title, options }) },
    clients: {
      matchAll: async () => openUrls.map((url) => ({ url, focus: async () => focused.push(url) })),
      openWindow: async (url) => opened.push(url),
    },
  })
  return { notices, shown, focused, opened }
}

test('a push message is shown with its text, tag and page (D125)', async () => {
  const { notices, shown } = setUp()
  await notices.show(JSON.stringify(MESSAGE))
  expect(shown).toMatchObject([
    { title: MESSAGE.titulo, options: { body: 'Se negoció.', tag: 'alerta-7', data: '/x/', lang: 'es-CO' } },
  ])
})

test.each([undefined, '', 'no', 'null', '{}', JSON.stringify({ ...MESSAGE, direccion: 7 })])(
  'the message %j is shown as a new alert (D125)',
  async (text) => {
    const { notices, shown } = setUp()
    await notices.show(text)
    expect(shown).toMatchObject([{ title: 'Mercado Dólar', options: { data: '/dashboard/alertas/' } }])
  },
)

test('a click shows the window that has the page, else opens one (D125)', async () => {
  const { notices, focused, opened } = setUp([`${ORIGIN}/`, `${ORIGIN}/dashboard/spot/?intervalo=5min`])
  await notices.open('/dashboard/spot/')
  await notices.open('/dashboard/nextday/')
  expect([focused, opened]).toEqual([[`${ORIGIN}/dashboard/spot/?intervalo=5min`], [`${ORIGIN}/dashboard/nextday/`]])
})

test.each([null, 7, '//otro.example/', 'https://otro.example/', 'javascript:alert(1)'])(
  'a click opens no page outside of the portal: %j (D125)',
  async (data) => {
    const { notices, opened } = setUp()
    await notices.open(data)
    expect(opened).toEqual([`${ORIGIN}/dashboard/alertas/`])
  },
)
