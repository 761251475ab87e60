import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

import { type AddressedList, createListAddress } from '#src/application/platform/list-address.ts'
import { useImc } from '#src/ui/imc/use-imc.ts'

/**
 * Writes the choices of a list (search, filters, order, page) into the address, without history
 * entries. Reads the choices again when a link or Back changes the address.
 */
export function useListAddress(list: AddressedList): void {
  const { createView } = useImc()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const [address] = useState(() => createView(createListAddress, list, query))
  const write = useEffectEvent((next: string) => navigate(next === '' ? path : `${path}?${next}`, { replace: true }))

  useLayoutEffect(() => address.follow(query), [address, query])

  useEffect(() => {
    const stop = address.start((next) => write(next))
    // A press may open another page, and Back must return to the current choices. A `click` event
    // is too late: a render during the event restores the old choice of a radio button.
    const flushOnKey = ({ key }: KeyboardEvent) => {
      if (key === 'Enter' || key === ' ') address.flush()
    }
    document.addEventListener('pointerdown', address.flush, true)
    document.addEventListener('keydown', flushOnKey, true)
    return () => {
      document.removeEventListener('pointerdown', address.flush, true)
      document.removeEventListener('keydown', flushOnKey, true)
      stop()
    }
  }, [address])
}
