import { configure } from '@testing-library/react'

/** Raises the timeout of the library from one second, which is too short on a busy machine. */
configure({ asyncUtilTimeout: 15_000 })
