import { testManyListeners } from '../support/many-listeners.ts'

testManyListeners({ clients: 1000, seconds: 60 })
