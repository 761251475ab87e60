import { serve } from './serve.mjs'

serve('backup.js')
