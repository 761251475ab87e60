import { serve } from './serve.mjs'

serve('operator.js')
