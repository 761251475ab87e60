import { serve } from './serve.mjs'

serve('main.js')
