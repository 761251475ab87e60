import { serve } from './serve.mjs'

serve('import.js')
