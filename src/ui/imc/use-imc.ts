import { useSelector } from '@xstate/react'
import { use, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Imc } from '#src/application/imc/imc.ts'
import type { ImcSessionSnapshot } from '#src/application/imc/session/session.ts'
import { type AddressedForm, omitAddressedForm, readAddressedForm } from '#src/application/navigation/imc-query.ts'
import type { AddressedList } from '#src/application/platform/list.ts'
import { usePortal } from '#src/ui/portal/portal-context.tsx'

/** Returns the use-cases of the IMC area; suspends while they load. */
export const useImc = (): Imc => use(usePortal().loadImc())

/** Returns the session of the entity's user; renders again when the session changes. */
export const useImcSession = (): ImcSessionSnapshot => useSelector(useImc().session, (state) => state)

/**
 * Opens the form that the address names (D107), and removes it from the address. `open` ignores the
 * forms of other pages.
 */
export function useFormOfAddress(open: (form: AddressedForm) => void): void {
  const [path, navigate] = useLocation()
  const query = useSearch()
  const openForm = useEffectEvent((form: AddressedForm) => {
    const rest = omitAddressedForm(query)
    navigate(rest === '' ? path : `${path}?${rest}`, { replace: true })
    open(form)
  })
  useEffect(() => {
    const form = readAddressedForm(query)
    if (form !== null) openForm(form)
  }, [query])
}

/**
 * Writes the choices of a list (search, filters, order, page) into the address, without history
 * entries. Reads the choices again when a link or Back changes the address.
 */
export function useListAddress(list: AddressedList): void {
  const { createListAddress } = useImc()
  const [path, navigate] = useLocation()
  const query = useSearch()
  const [address] = useState(() => createListAddress(list, query))
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
