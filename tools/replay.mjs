import { serve } from './serve.mjs'

serve('replay.js')
