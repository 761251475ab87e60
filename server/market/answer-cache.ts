/** Most answers that are kept ready. */
export const MAX_CACHED_ANSWERS = 200

/** Text is sent as it is, anything else as JSON. */
export type Answer = string | object

/** Answers as bytes, made once for all who ask the same until they can be another. */
export interface AnswerCache {
  /** The answer under a key while its stamp is the same; a null stamp is made anew each time. */
  answer(key: string, stamp: string | null, make: () => Answer | Promise<Answer>): Promise<Buffer>
}

export function createAnswerCache(): AnswerCache {
  // A map keeps the order of last use.
  const kept = new Map<string, { readonly stamp: string; readonly body: Promise<Buffer> }>()

  const bodyOf = async (make: () => Answer | Promise<Answer>) => bytesOf(await make())

  function remember(key: string, stamp: string, body: Promise<Buffer>) {
    kept.delete(key)
    kept.set(key, { stamp, body })
    for (const oldest of [...kept.keys()].slice(0, -MAX_CACHED_ANSWERS)) kept.delete(oldest)
  }

  return {
    answer(key, stamp, make) {
      if (stamp === null) return bodyOf(make)
      const known = kept.get(key)
      const body = known?.stamp === stamp ? known.body : bodyOf(make)
      remember(key, stamp, body)
      body.catch(() => kept.delete(key))
      return body
    },
  }
}

const bytesOf = (answer: Answer) => Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer))
