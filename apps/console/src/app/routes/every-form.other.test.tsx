import { testEveryForm } from "../../../test/every-form.tsx";
import { areasInHalves } from "../../../test/every-page.tsx";

await testEveryForm(areasInHalves[1] ?? []);
