import { serve } from './serve.mjs'

serve('restore.js')
