import { testManyListeners } from '../support/many-listeners.ts'

testManyListeners({ clients: 50, seconds: 3 })
