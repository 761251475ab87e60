import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'

import type { ListView } from '#src/application/platform/list-view.ts'

type AddressedList = Pick<ListView<never>, 'subscribe' | 'toQuery' | 'readQuery'>

const toAddress = (path: string, query: string) => (query === '' ? path : `${path}?${query}`)

/**
 * Writes the choices of a list (search, filters, order, page) into the address, without history
 * entries. It reads them again when a link or Back changes the address.
 */
export function useListAddress(list: AddressedList): void {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const known = useRef(query)
  const address = useRef(path)

  useLayoutEffect(() => {
    address.current = path
    if (query === known.current) return
    known.current = query
    list.readQuery(query)
  }, [list, path, query])

  useEffect(
    () =>
      list.subscribe(() => {
        const next = list.toQuery(known.current)
        if (next === known.current) return
        known.current = next
        navigate(toAddress(address.current, next), { replace: true })
      }),
    [list, navigate],
  )
}
