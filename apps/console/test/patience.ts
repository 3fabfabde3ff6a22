// Loaded before every test file of the console: a busy machine takes seconds over what takes a blink elsewhere.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });
