import { configure } from '@testing-library/react'

/** What a screen comes to show may take its time on a busy machine: the library's one second is no rule of ours. */
configure({ asyncUtilTimeout: 15_000 })
